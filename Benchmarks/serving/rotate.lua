-- Sends the requests of the file $REQUESTS one after the other, and prints the figures as JSON.

local requests = {}
local last = 0

function init()
  local file = assert(io.open(os.getenv("REQUESTS"), "rb"))
  while true do
    local length = file:read("*l")
    if not length then break end
    requests[#requests + 1] = file:read(tonumber(length))
  end
  file:close()
end

function request()
  last = last % #requests + 1
  return requests[last]
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    '\n{"requests": %d, "duration": %d, "p50": %d, "p99": %d, "max": %d, "connect": %d, ' ..
    '"read": %d, "write": %d, "timeout": %d, "status": %d}',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    latency.max, errors.connect, errors.read, errors.write, errors.timeout, errors.status))
end
