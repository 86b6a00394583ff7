-- KEYS[1] the user's key; ARGV the limit, the window in microseconds, how many requests.
local limit, length, want = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local window = (now - now % length) / length

local kept = redis.call('HMGET', KEYS[1], 'count', 'window')
local count = 0
if tonumber(kept[2]) == window then count = tonumber(kept[1]) end

local granted = math.max(0, math.min(limit - count, want))
count = count + math.max(granted, 1)
redis.call('HSET', KEYS[1], 'count', count, 'window', window)
redis.call('PEXPIRE', KEYS[1], math.ceil(length / 1000))
return {granted, math.max(0, limit - count), (window + 1) * length - now}
