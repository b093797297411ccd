-- Makes the requests of a file, a path a line, and prints what came of them.
local paths = {}
local requests = {}
local at = 0
local method = "GET"

function init(args)
  local file = args[1]
  method = args[2]
  for line in io.lines(file) do
    paths[#paths + 1] = line
    requests[#requests + 1] = wrk.format(method, line)
  end
end

function request()
  at = at + 1
  local one = (at - 1) % #requests + 1
  if method == "GET" then return requests[one] end
  -- Each comes from another browser: the same one would not count.
  wrk.headers["user-agent"] = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/" .. at
  return wrk.format(method, paths[one])
end

function done(summary, latency)
  local e = summary.errors
  local errors = e.connect + e.read + e.write + e.status + e.timeout
  io.write(string.format("RESULT %d %d %d %d %d\n", summary.requests, summary.duration, errors,
    latency:percentile(50), latency:percentile(99)))
end
