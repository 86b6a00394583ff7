-- KEYS[1] the user's key; ARGV the limit, the window in microseconds, how many requests.
local limit, length, want = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local into = now % length
local window = (now - into) / length

local kept = redis.call('HMGET', KEYS[1], 'current', 'previous', 'window')
local current, previous = 0, 0
if tonumber(kept[3]) == window then
  current, previous = tonumber(kept[1]), tonumber(kept[2])
elseif tonumber(kept[3]) == window - 1 then
  previous = tonumber(kept[1])
end

-- Everything times the window's length, so that it is whole: each request must find the estimate below the limit.
local function room()
  local free = (limit - current) * length - previous * (length - into)
  return math.max(0, math.ceil(free / length))
end
local granted = math.min(room(), want)
current = current + granted
redis.call('HSET', KEYS[1], 'current', current, 'previous', previous, 'window', window)
redis.call('PEXPIRE', KEYS[1], math.ceil(2 * length / 1000))
return {granted, room(), length - into}
