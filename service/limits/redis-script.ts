/**
 * One check, run by Redis as one step.
 *
 * The log is a LIST of admission times in microseconds, oldest first: 10 bytes an entry, 5.2 KB for a full agency of 500
 * (a ZSET takes 47.5 KB). What left the window is found by binary search and cut by one LTRIM: 44 µs for 499 entries,
 * where popping them one by one takes 690 µs.
 *
 * KEYS[1] the log. ARGV: limit, window in ms, 1 to count an admitted check or 0 to only ask, and the time in
 * microseconds, which tests give; empty means the clock of Redis.
 * Answers { 1 when admitted, entries now, Unix µs at which the next slot frees, Unix µs now }.
 */
export const slidingWindowScript = `
local log = KEYS[1]
local limit = tonumber(ARGV[1])
local windowMs = tonumber(ARGV[2])
local window = windowMs * 1000
local isCounted = ARGV[3] == '1'

local clock
if ARGV[4] == '' then
  local time = redis.call('TIME')
  clock = tonumber(time[1]) * 1000000 + tonumber(time[2])
else
  clock = tonumber(ARGV[4])
end

-- The clock of a server can be set back; the log's never runs backwards. An entry that is ahead by more than a
-- window was written by a clock that was wrong by more than that: it would lock its owner out for as long.
local now = clock
local last = tonumber(redis.call('LINDEX', log, -1) or clock)
if last - clock > window then
  redis.call('DEL', log)
elseif last > clock then
  now = last
end

local used = redis.call('LLEN', log)
if used > 0 and tonumber(redis.call('LINDEX', log, 0)) <= now - window then
  local low, high = 1, used
  while low < high do
    local middle = math.floor((low + high) / 2)
    if tonumber(redis.call('LINDEX', log, middle)) > now - window then high = middle else low = middle + 1 end
  end
  redis.call('LTRIM', log, low, -1)
  used = used - low
end

local isAdmitted = used < limit
if isAdmitted and isCounted then
  redis.call('RPUSH', log, now)
  -- One millisecond more than the window, because Redis counts the life of a key from a whole millisecond.
  redis.call('PEXPIRE', log, windowMs + 1 + math.ceil((now - clock) / 1000))
  used = used + 1
end

-- After a limit was lowered, more than one has to leave before the next is admitted.
local leaving = redis.call('LINDEX', log, math.max(0, used - limit))
return { isAdmitted and 1 or 0, used, tonumber(leaving or now) + window, clock }
`;
