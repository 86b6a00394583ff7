-- KEYS[1] the user's key; ARGV the limit, the window in microseconds, how many requests.
local limit, length, want = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local before = tonumber(redis.call('GET', KEYS[1])) or 0

local granted = math.max(0, math.min(limit - before, want))
local count = redis.call('INCRBY', KEYS[1], math.max(granted, 1))
if before == 0 then
  -- The key's expiry is the window's end.
  redis.call('PEXPIRE', KEYS[1], math.ceil(length / 1000))
end
return {granted, math.max(0, limit - count), redis.call('PTTL', KEYS[1]) * 1000}
