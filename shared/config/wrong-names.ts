import { goneSettings } from '#shared/config/gone-settings.ts'
import { editDistance } from '#shared/edit-distance.ts'

/** First words of names that no other program uses. */
const OURS =
  /^(?:AUDIT|BATCH|BATCHES|EGRESS|EXTRACT|FETCH|FRONTIER|INTERACTIVE|LOOKUPS|PRINT|QUEUE|RENDER|ROBOTS|SCORE|SITE|STAGE|STORED|TENANT|THUMBNAIL)_/

/**
 * What Kubernetes and the links of Docker say of services, whose names may be those of parts: FETCH_SERVICE_HOST,
 * FETCH_PORT, FETCH_PORT_50051_TCP_ADDR, FETCH_ENV_LANG, FETCH_NAME.
 */
const OF_A_SERVICE =
  /_SERVICE_HOST$|_SERVICE_PORT(?:_|$)|_PORT$|_PORT_\d+_(?:TCP|UDP|SCTP)(?:_|$)|_ENV_|_NAME$/

/** One of our first words and a word that any program may put behind it, as in SITE_URL. */
const OF_ANYONE =
  /^[A-Z]+_(?:BRANCH|CONNECTION|DIR|DOMAIN|DRIVER|ENV|ID|KEY|LOG|PASSWORD|PATH|ROOT|SECRET|TITLE|TOKEN|URI|URL|USER|VERSION)$/

/** What hosts set by themselves: Render (render.com) in each service, Google Cloud Batch in each task. */
const OF_A_HOST =
  /^RENDER_(?:CPU_COUNT|DISCOVERY_SERVICE|EXTERNAL_\w+|GIT_\w+|INSTANCE_ID|SERVICE_\w+|WEB_CONCURRENCY)$|^BATCH_(?:HOSTS_FILE|JOB_\w+|MAIN_NODE_\w+|NODE_\w+|TASK_\w+)$/

/** The shortest names at which one and two wrong letters are a slip: a shorter one is another word, as HOME is no HOST. */
const ONE_LETTER_FROM = 6
const TWO_LETTERS_FROM = 12

/** The names among `given` that would have no effect and look like settings, each with what to do about it. */
export function wrongNames(given: readonly string[], known: readonly string[]): string[] {
  return given
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const remedy = goneSettings[name] ?? remedyOf(name, known)
      return remedy === null ? [] : [`${name} ${remedy}`]
    })
}

function remedyOf(name: string, known: readonly string[]): string | null {
  if (OF_A_SERVICE.test(name)) return null
  const near = nearest(name, known)
  if (near.distance > slipsOf(name) && !isOurs(name)) return null
  return `is no setting: the nearest is ${near.name}. Rename or remove it (npm start -- --help lists all)`
}

function isOurs(name: string): boolean {
  return OURS.test(name) && !OF_ANYONE.test(name) && !OF_A_HOST.test(name)
}

function slipsOf({ length }: string): number {
  if (length < ONE_LETTER_FROM) return 0
  return length < TWO_LETTERS_FROM ? 1 : 2
}

function nearest(name: string, known: readonly string[]): { name: string; distance: number } {
  const all = known.map((one) => ({ name: one, distance: editDistance(name, one) }))
  return all.reduce((best, one) => (one.distance < best.distance ? one : best))
}
