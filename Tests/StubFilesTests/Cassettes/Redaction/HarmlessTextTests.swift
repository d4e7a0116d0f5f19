import Foundation
import StubCore
import Testing

@testable import StubCassettes
@testable import StubDocuments
@testable import StubRules
@testable import StubTools

@Suite("Values that look like secrets and are none")
struct HarmlessTextTests {
  /// Values of JSON with their names, a line each.
  private static let members = ##"""
    sha 6dcb09b5b57875f334f61aebed695e2e4193db5e
    tree cd8274d15fa3ae2ab983129fb037999f264ba9a7
    node_id MDY6Q29tbWl0NmRjYjA5YjViNTc4NzVmMzM0ZjYx
    md5 9e107d9d372bb6826bd81d3542a419d6
    sha256 d7a8fbb307d7809469ca9abcb0082e4f8d5651e46d3cdb762d02d0bf37c9e592
    integrity sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg_SpIdNs6c5H0NE8XYXysP
    checksum crc32:3610a686
    etag W/"0815abcdef1234567890"
    digest sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
    fingerprint 16:27:ac:a5:76:28:2d:36:63:1b:56:4d:eb:df:a6:48
    id 550e8400-e29b-41d4-a716-446655440000
    ulid 01ARZ3NDEKTSV4RRFFQ69G5FAV
    ksuid 0ujtsYcgvSTl8PAuAdqWYSMnLOv
    nano V1StGXR8_Z5jdHi6B-myT
    object 507f1f77bcf86cd799439011
    snowflake 175928847299117063
    arn arn:aws:s3:::my-bucket/a
    customer cus_NffrFeUfNV2Hib
    charge ch_3MmlLrLkdIwHu7ix0snN0B15
    intent pi_3MtwBwLkdIwHu7ix28a3tqPa
    price price_1MoBy5LkdIwHu7ixZhnattbh
    publishable pk_test_TYooMQauvdEDq54NiTphI7jx
    video dQw4w9WgXcQ
    tweet 1460323737035677698
    channel C024BE91L
    slug how-to-train-your-dragon-2024-edition
    title Sketch of the task: sk-ilful work
    color #ff8800
    hex 0xDEADBEEF
    date 2026-11-28T09:41:40Z
    version 1.24.0-beta.3+exp.sha.5114f85
    user_agent Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36
    phone +1 555-123-4567
    isbn 978-3-16-148410-0
    iban_example DE89 3704 0044 0532 0130 00
    coords 52.5200,13.4050
    path /usr/local/lib/python3.11/site-packages
    class btn btn-primary btn-lg
    currency EUR
    locale en_US.UTF-8
    mime application/vnd.github.v3+json
    regexp ^[a-z0-9_-]{3,16}$
    sql SELECT * FROM users WHERE id = 7
    emoji 🙂
    lorem Lorem ipsum dolor sit amet
    image data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwAD
    svg <svg viewBox='0 0 24 24'><path d='M12 2L2 7l10 5'/></svg>
    blurhash LEHV6nWB2yk8pyo0adR*.7kCMdnj
    polyline _p~iF~ps|U_ulLnnqC_mqNvxq`@
    geohash u4pruydqqvj
    plus 8FVC9G8F+6X
    bytes AQIDBAUGBwgJCgsMDQ4PEA==
    thumb https://cdn.example.com/a/9e107d9d372bb6826bd81d3542a419d6.jpg?w=200&h=300
    next_page_token CAUQAA
    nextToken eyJ2IjoyLCJjIjoiYWJj
    cursor Y3Vyc29yOnYyOpHOAAE
    after MTAxNTExOTQ1MjAwNzI5NDE
    continuation_token 1ueGcxLPRx1Tr
    scroll_id DXF1ZXJ5QW5kRmV0Y2gBAAAAAAAAAD4WYm9
    syncToken CPDAlvWDx70CEPDAlvWDx70CGAU
    startToken aGVsbG8td29ybGQ
    page 2
    offset 100
    total 4096
    max_tokens 256
    prompt_tokens 12
    total_tokens 90
    token_type bearer
    token_count 17
    tokenizer cl100k_base
    stop_token <|endoftext|>
    pad_token [PAD]
    token_limit 8192
    key PROJ-1234
    keyboard qwertz
    primary_key id
    foreign_key user_id
    public_key MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A
    sort_key created
    cache_key v2:users:7
    partitionKey europe-west
    keywords a, b
    hotkey ctrl+k
    author Ada Lovelace
    authority example.com
    authenticated yes
    auth_type oauth2
    password_policy strong
    password_reset_url https://example.com/reset
    passwordless true
    secretary Jo Smith
    secret_santa Max Meier
    has_secret false
    pinned true
    pinterest adalovelace
    code E1234
    zip_code 10115
    country_code DE
    status_code 200
    language_code en-GB
    pin_code_required false
    session morning
    session_count 3
    signature Best regards, Ada
    design flat
    tokens_used 512
    credentials_id deploy
    csrf off
    invoice INV-2026-000117
    sku AB-12345-XL
    tracking 1Z999AA10123456784
    vin 1HGCM82633A004352
    mac 00:1B:44:11:3A:B7
    ipv6 2001:0db8:85a3:0000:0000:8a2e:0370:7334
    jwt_issuer https://login.example.com/
    jwks_uri https://login.example.com/.well-known/jwks.json
    token_endpoint https://login.example.com/oauth/token
    revision main-3f2c1a9
    build 20261128.4
    image_tag registry.example.com/app:1.4.2-alpine
    container 4c01db0b339c
    chunk assets/index-DiwrgTda.css
    query_hash b1bc2b5c7ff4ba3d
    region us-east-1
    zone europe-west1-b
    cluster gke_project_zone_name
    dns ns-2048.awsdns-64.com
    spki sha256/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=
    cert_serial 03:A1:B2:C3:D4:E5:F6:07
    unit 25.4mm
    formula C6H12O6
    gene BRCA1
    move Nf3xe5
    word internationalization
    name Wolfeschlegelsteinhausenbergerdorff
    city Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch
    camel AbstractSingletonProxyFactoryBean
    snake very_long_snake_case_identifier_name
    """##.split(separator: "\n").map { line in
      let sides = line.split(separator: " ", maxSplits: 1).map(String.init)
      return (name: sides[0], value: sides[1])
    }

  /// Bodies of JSON with other values.
  private static let bodies = [
    ##"""
    {"verification":{"verified":"true","signature":"iQIzBAABCAAdFiEE","payload":"tree 69127"},
    "license":{"key":"mit","spdx_id":"MIT"},"rate":{"limit":"5000","used":"12"},
    "commit":{"message":"Fix token handling in parser","author":"jo"},"labels":["bug","good first issue"],
    "topics":["secrets","tokens"],"permissions":{"secrets":"read","packages":"write"}}
    """##,
    ##"""
    {"tokens":[{"token":"hello"},{"token":"Ġworld"},{"token":"##ing"},{"token":"▁der"},{"token":"."},
    {"token":"2024"},{"token":"ization"},{"token":"Paris"},{"token":"!"},{"token":"NASA"}]}
    """##,
    ##"""
    {"tokens":["The","quick","brown","fox","jump","##ed","over","lazy","dogs","."],
    "required":["password","token"],"fields":[["password","string"],["token","string"]],
    "message":"password is too short","errors":[{"field":"password","message":"is required"}],
    "placeholder":"Enter your password","help":"Use Authorization: Bearer followed by your token",
    "docs":"Bearer authentication is needed","type":"password","label":"API key"}
    """##,
  ]

  private static let headers: HTTPHeaders = [
    "ETag": "\"33a64df551425fcc55e4d42a148795d9f25f89d4\"",
    "X-Request-Id": "f058ebd6-02f7-4d3f-942e-904344e8cde5",
    "X-Amz-Cf-Id": "2Yfl0lmsJ8wMUGFAVmR3Fm5zjXLgKkZ6P0zDJz0Q", "CF-RAY": "7d0a1b2c3d4e5f60-FRA",
    "X-Trace-Id": "4bf92f3577b34da6a3ce929d0e0e4736",
    "Traceparent": "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    "Idempotency-Key": "order-7-attempt-1", "X-RateLimit-Reset": "1699999999",
    "Content-Security-Policy": "default-src 'self'; script-src 'nonce-r4nd0m'",
    "Last-Modified": "Wed, 21 Oct 2015 07:28:00 GMT", "Vary": "Accept, Authorization",
    "Access-Control-Allow-Headers": "Authorization, X-Api-Key", "Server": "nginx/1.25.3",
    "WWW-Authenticate": "Bearer realm=\"api\", error=\"invalid_token\"", "Age": "300",
    "Link": "<https://api.example.com/items?page=2&per_page=100>; rel=\"next\"",
    "X-Powered-By": "Express", "Surrogate-Key": "article-7 section-2",
  ]

  private static let paths = [
    "/repos/swiftlang/swift/commits/6dcb09b5b57875f334f61aebed695e2e4193db5e",
    "/users/550e8400-e29b-41d4-a716-446655440000/orders?sort=created&order=desc&q=secret+santa",
    "/v1/customers/cus_NffrFeUfNV2Hib?expand[]=sources", "/a?page_token=CAUQAA&key=PROJ-1&code=DE",
    "/blob/main/Sources/TokenBucket/PasswordField.swift#L10-L20", "/oauth/token",
    "/auth/password/reset",
    "/maps/@52.52,13.405,12z/data=!3m1!4b1", "/static/js/main.4f3c2b1a.chunk.js?v=1.2.3",
    "/search?q=how+to+hash+a+password&utm_source=news&utm_campaign=2026-11",
  ]

  @Test("Of 200 harmless values not one is replaced")
  func stay() throws {
    // The bodies have 40 more.
    #expect(Self.headers.fields.count + Self.paths.count + Self.members.count >= 160)
    var lines: [String] = []
    let members = Self.members.map { JSONValue.object([$0.name: .string($0.value)]).text() }
    for body in members + Self.bodies {
      let file = try RecordedFile([SecretPlaces.received("application/json", body)])
      lines += file.summary.redactions
      #expect(file.cassette.interactions[0].response?.body == Data(body.utf8))
    }
    for path in Self.paths {
      let url = "https://api.example.com\(path)"
      let file = try RecordedFile([SecretPlaces.request(url)])
      lines += file.summary.redactions
      #expect(file.cassette.interactions[0].request.url == url)
    }
    let file = try RecordedFile([SecretPlaces.received(Self.headers)])
    lines += file.summary.redactions
    #expect(lines == [])
  }
}
