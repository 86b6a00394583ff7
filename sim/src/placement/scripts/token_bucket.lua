-- KEYS[1] the user's key; ARGV the capacity, microseconds in which a token is refilled, how many requests.
local capacity, interval, want = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

local kept = redis.call('HMGET', KEYS[1], 'tokens', 'last')
local tokens = tonumber(kept[1]) or capacity
local last = tonumber(kept[2]) or now

-- Reckoned in microseconds of refill, which are whole: so fractions of tokens add up exactly.
local credit = math.floor(tokens * interval + 0.5) + math.max(0, now - last)
credit = math.min(credit, capacity * interval)
local granted = math.min(math.floor(credit / interval), want)
credit = credit - granted * interval
redis.call('HSET', KEYS[1], 'tokens', credit / interval, 'last', now)
redis.call('EXPIRE', KEYS[1], math.ceil(capacity * interval / 1000000) + 1)
return {granted, math.floor(credit / interval), math.max(0, interval - credit)}
