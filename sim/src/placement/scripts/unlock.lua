-- KEYS[1] the lock; ARGV the holder's token. Between a GET and a DEL from a server the lock could become another's.
if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
