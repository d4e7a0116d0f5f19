# Sends the same requests with or without VCR and prints what comes back, a line for each.
#
# Usage: vcr_exchanges.rb URL [MODE FILE], where MODE is a record mode of VCR.

require "json"
require "net/http"

# Fields about one connection, and what each server settles for itself.
SETTLED = %w[connection content-length transfer-encoding date server].freeze

# No names that occur several times: WebMock, which VCR asks, sorts their values or keeps the last.
def send_all(url)
  [
    ["GET", "/text"], ["HEAD", "/text"], ["GET", "/gzip"], ["GET", "/binary"], ["GET", "/nothing"],
    ["DELETE", "/empty"], ["GET", "/missing?a=1&b=%20"], ["GET", "/count"], ["GET", "/count"],
    ["GET", "/first"], ["GET", "/same"], ["POST", "/text", "{\"name\":\"Ada\"}"],
    ["PUT", "/text", "é=ü"],
  ].each do |method, path, body|
    uri = URI(url + path)
    request = Net::HTTPGenericRequest.new(
      method, !body.nil?, method != "HEAD", uri, "Accept-Encoding" => "gzip")
    request.body = body if body
    request["Content-Type"] = "application/json" if body
    response = Net::HTTP.start(uri.host, uri.port, nil, read_timeout: 60) do |http|
      http.request(request)
    end
    fields = response.to_hash.reject { |name, _| SETTLED.include?(name) }
    puts JSON.generate([method, path, response.code, fields.sort, [response.body.to_s].pack("m0")])
  end
end

url, mode, file = ARGV
if mode
  require "vcr"
  VCR.configure do |config|
    config.cassette_library_dir = File.dirname(file)
    config.hook_into :webmock
  end
  VCR.use_cassette(File.basename(file, ".yml"), record: mode.to_sym, allow_playback_repeats: false) do
    send_all(url)
  end
else
  send_all(url)
end
