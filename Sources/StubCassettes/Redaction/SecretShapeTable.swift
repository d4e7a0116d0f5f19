/// The shapes of known tokens, from gitleaks and from the documentation of their vendors.
///
/// Each row has a name, the characters after the beginning and their smallest number, and the
/// beginnings, separated by spaces.
extension SecretShape {
  package static let all: [SecretShape] =
    starting.flatMap { name, alphabet, count, starts in
      starts.split(separator: " ").map {
        SecretShape(name, String($0), .characters(alphabet, count))
      }
    } + others

  private static let starting: [(String, TokenAlphabet, Int, String)] = [
    ("a 1Password token", .base64, 100, "ops_eyJ"),
    ("an Adobe client secret", .plain, 32, "p8e-"),
    ("an age key", .upper, 58, "AGE-SECRET-KEY-1"),
    ("an Alibaba access key", .plain, 20, "LTAI"),
    ("an Anthropic key", .word, 20, "sk-ant-"),
    ("an Artifactory key", .plain, 59, "AKCp cmVmd"),
    ("an Atlassian token", .base64url, 20, "ATATT3 ATCTT3 ATBB"),
    ("an AWS access key", .upper, 16, "AKIA ASIA ABIA ACCA"),
    ("an AWS session token", .base64, 60, "FwoGZXIvYXdz IQoJb3JpZ2luX2Vj FQoGZXIvYXdz"),
    ("an Amazon Bedrock key", .base64, 60, "ABSK bedrock-api-key-"),
    ("an Amazon MWS token", .word, 36, "amzn.mws."),
    ("a Buildkite token", .plain, 30, "bkua_"),
    ("a Clojars token", .plain, 60, "CLOJARS_"),
    ("a Cloudflare key", .word, 100, "v1.0-"),
    ("a Contentful token", .word, 40, "CFPAT-"),
    ("a Databricks token", .hex, 32, "dapi"),
    ("a DigitalOcean token", .hex, 60, "dop_v1_ doo_v1_ dor_v1_"),
    ("a Docker token", .word, 27, "dckr_pat_ dckr_oat_"),
    ("a Doppler token", .dotted, 40, "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit."),
    ("a Dropbox token", .word, 100, "sl. sl.u."),
    ("a Duffel token", .base64url, 43, "duffel_test_ duffel_live_"),
    ("a Dynatrace token", .dotted, 80, "dt0c01. dt0s16."),
    ("an EasyPost key", .plain, 54, "EZAK EZTK"),
    ("an ElevenLabs key", .hex, 48, "sk_"),
    ("a Facebook token", .plain, 80, "EAAM EAAC EAAG EAAB"),
    ("a Figma token", .word, 38, "figd_ figo_ figu_"),
    ("a Flutterwave key", .word, 12, "FLWSECK_TEST- FLWSECK-"),
    ("a Fly.io token", .base64url, 40, "fo1_ fm1a_ fm1r_ fm2_"),
    ("a Frame.io token", .base64url, 60, "fio-u-"),
    ("a GitHub token", .plain, 36, "ghp_ gho_ ghu_ ghs_ ghr_"),
    ("a GitHub token", .word, 22, "github_pat_"),
    (
      "a GitLab token", .dotted, 20,
      "glpat- gldt- glrt- glrtr- glptt- glcbt- glffct- glft- glimt- glagent- gloas- glsoat- GR1348941"
    ),
    ("a Google API key", .word, 35, "AIza"),
    ("a Google client secret", .word, 20, "GOCSPX-"),
    ("a Google token", .dotted, 20, "ya29."),
    ("a Google refresh token", .word, 40, "1//0"),
    ("a Grafana token", .base64, 32, "glc_ eyJrIjoi"),
    ("a Grafana token", .word, 40, "glsa_"),
    ("a Groq key", .plain, 20, "gsk_"),
    ("a Heroku key", .word, 58, "HRKU-"),
    ("a HubSpot token", .word, 36, "pat-na1- pat-na2- pat-eu1-"),
    ("a Hugging Face token", .plain, 30, "hf_ api_org_"),
    ("an Infracost key", .plain, 32, "ico-"),
    ("a LangSmith key", .word, 32, "lsv2_pt_ lsv2_sk_ ls__"),
    ("a Linear key", .plain, 32, "lin_api_ lin_oauth_"),
    ("a Mapbox token", .dotted, 60, "sk.eyJ tk.eyJ"),
    ("a New Relic key", .word, 19, "NRAK- NRII- NRJS- NRRA- NRSP-"),
    ("a Notion token", .plain, 40, "ntn_ secret_"),
    ("an npm token", .plain, 36, "npm_"),
    ("an NVIDIA key", .word, 60, "nvapi-"),
    ("an Octopus Deploy key", .upper, 26, "API-"),
    ("an OpenAI key", .word, 20, "sk-proj- sk-svcacct- sk-admin- sk-None-"),
    ("an OpenAI key", .plain, 32, "sk-"),
    ("an OpenRouter key", .hex, 40, "sk-or-v1-"),
    ("an OpenShift token", .word, 43, "sha256~"),
    ("a Perplexity key", .plain, 40, "pplx-"),
    ("a Pinecone key", .word, 40, "pcsk_"),
    ("a Plaid token", .word, 36, "access-sandbox- access-development- access-production-"),
    ("a PlanetScale token", .dotted, 32, "pscale_tkn_ pscale_oauth_ pscale_pw_"),
    ("a PostHog key", .plain, 40, "phx_ phs_"),
    ("a Postman key", .word, 59, "PMAK-"),
    ("a Prefect key", .plain, 36, "pnu_ pnb_"),
    ("a Pulumi token", .hex, 40, "pul-"),
    ("a PyPI token", .word, 32, "pypi-AgE"),
    ("a ReadMe key", .plain, 60, "rdme_"),
    ("a Replicate token", .plain, 30, "r8_"),
    ("a RubyGems key", .hex, 48, "rubygems_"),
    ("a Scalingo token", .word, 48, "tk-us- tk-eu-"),
    ("a SendGrid key", .dotted, 40, "SG."),
    ("a Sendinblue key", .word, 60, "xkeysib- xsmtpsib-"),
    ("a Sentry token", .base64url, 40, "sntrys_ sntryu_ sntrya_"),
    ("a SettleMint token", .plain, 16, "sm_aat_ sm_pat_ sm_sat_"),
    ("a Shippo token", .hex, 40, "shippo_live_ shippo_test_"),
    ("a Shopify token", .hex, 32, "shpat_ shpss_ shpca_ shppa_ shprt_"),
    ("a Slack token", .dotted, 10, "xoxa- xoxb- xoxc- xoxd- xoxe. xoxe- xoxo- xoxp- xoxr- xoxs-"),
    ("a Slack token", .word, 20, "xapp- xwfp-"),
    ("a Sourcegraph token", .word, 40, "sgp_ slk_"),
    ("a Square token", .word, 22, "sq0atp- sq0csp- sq0idp-"),
    ("a Square token", .word, 60, "EAAA"),
    (
      "a Stripe key", .plain, 16,
      "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ sk_org_ whsec_"
    ),
    ("a Supabase key", .word, 20, "sbp_ sb_secret_"),
    ("a Tailscale key", .word, 20, "tskey-"),
    ("a Tavily key", .word, 20, "tvly-"),
    ("a Twilio key", .hex, 32, "SK"),
    ("a Typeform token", .base64url, 40, "tfp_"),
    ("a Vault token", .word, 24, "hvs. hvb. hvr."),
    ("a Vercel key", .plain, 20, "vck_ vcp_ vca_ vci_ vcr_"),
    ("an xAI key", .plain, 40, "xai-"),
    ("a Yandex key", .word, 35, "AQVN"),
  ]

  /// The shapes that do not fit into a row.
  ///
  /// They are blocks, tokens of several parts, tokens after a text that is kept, and tokens with a
  /// lead.
  private static let others: [SecretShape] = [
    SecretShape("a private key", "-----BEGIN ", .block),
    SecretShape("a JSON Web Token", "eyJ", .parts),
    SecretShape("a Slack webhook", kept: "hooks.slack.com/services/", .base64, 20),
    SecretShape("a Slack webhook", kept: "hooks.slack.com/workflows/", .base64, 20),
    SecretShape("a Slack webhook", kept: "hooks.slack.com/triggers/", .base64, 20),
    SecretShape("a Discord webhook", kept: "discord.com/api/webhooks/", .path, 60),
    SecretShape("a Discord webhook", kept: "discordapp.com/api/webhooks/", .path, 60),
    SecretShape("a Teams webhook", kept: ".webhook.office.com/webhookb2/", .path, 60),
    SecretShape("a bearer token", kept: "Bearer ", .dotted, 16),
    SecretShape("a bearer token", kept: "bearer ", .dotted, 16),
    SecretShape("basic credentials", kept: "Basic ", .base64, 20),
    SecretShape("a Telegram token", ":AA", .characters(.word, 30), behind: .digits, 8),
    SecretShape("a Mailchimp key", "-us", .characters(.digits, 1), behind: .hex, 32),
    SecretShape("a MaxMind key", "_mmk", .characters(.plain, 0), behind: .word, 36),
    SecretShape("a Terraform token", ".atlasv1.", .characters(.base64url, 60), behind: .plain, 14),
    SecretShape("an Azure client secret", "Q~", .characters(.dotted, 31), behind: .plain, 4),
  ]
}
