-- KEYS[1] the user's key; ARGV the burst, microseconds between requests at the allowed rate, how many requests.
local burst, interval, want = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]

-- The theoretical arrival time of the next request.
local tat = math.max(tonumber(redis.call('GET', KEYS[1])) or 0, now)
local function room()
  return math.max(0, math.floor((burst * interval - (tat - now)) / interval))
end
local granted = math.min(room(), want)
if granted > 0 then
  tat = tat + granted * interval
  redis.call('SET', KEYS[1], string.format('%d', tat), 'EX', math.max(1, math.ceil((tat - now) / 1000000)))
end
return {granted, room(), math.max(0, tat + interval - burst * interval - now)}
