import { onePerCore, setting, wholeNumber } from '#shared/config/setting-types.ts'

/** Settings of the score stage. */
export const scoreSettings = {
  SCORE_WORKERS: onePerCore('threads that judge pages'),
  SCORE_TIMEOUT_MS: setting('10000', wholeNumber(100, 60_000), 'for judging one page'),
  SCORE_MEMORY_MB: setting('768', wholeNumber(256, 65_536), 'MiB at which a judging thread is ended'),
  AUDIT_HISTORY_DAYS: setting('90', wholeNumber(1, 3650), 'audits are kept to compare later ones with'),
}
