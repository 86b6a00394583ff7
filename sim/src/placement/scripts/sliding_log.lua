-- KEYS[1] the user's key; ARGV the limit, the window in microseconds, how many requests.
local limit, length, want = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local stamp = string.format('%d', now)

redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%d', now - length))
local count = redis.call('ZCARD', KEYS[1])
local granted = math.max(0, math.min(limit - count, want))
for nth = count + 1, count + granted do
  -- Unlike any member of the same microsecond: those were counted.
  redis.call('ZADD', KEYS[1], stamp, stamp .. '-' .. nth)
end
redis.call('PEXPIRE', KEYS[1], math.ceil(length / 1000))

local left, retry = limit - count - granted, 0
local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
if left == 0 and oldest[2] then retry = oldest[2] + length - now end
return {granted, left, retry}
