import { setting, share, wholeNumber } from '#shared/config/setting-types.ts'

/** Limits of queues and of waiting. */
export const queueSettings = {
  QUEUE_LIMIT: setting(
    '10000',
    wholeNumber(1, 1_000_000),
    'accepted inspections that may wait in the interactive lane; those for the browser are counted separately',
  ),
  QUEUE_WAIT_SHARE: setting(
    '0.6',
    share,
    'share of the wait time of a caller within which a browser is predicted to answer; otherwise 503 at once',
  ),
  QUEUE_STANDING_MS: setting(
    '3000',
    wholeNumber(1, 600_000),
    'predicted wait to which the queue of an owner for a browser is cut once it has been longer for 10 s',
  ),
  QUEUE_HIGH_WATER: setting(
    '1000',
    wholeNumber(1, 100_000),
    'pending records at which a stage pauses a lane',
  ),
}
