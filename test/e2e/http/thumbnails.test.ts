import { contract } from './contract.ts'
import { thumbnailsContract } from './thumbnails.ts'

/** The turns of the fetch stage, not those of the key, are what fills up. */
const settings = {
  EGRESS_ALLOW: '127.0.0.0/8:*',
  THUMBNAIL_TIMEOUT_MS: '8000',
  THUMBNAIL_WAITING: '8',
  THUMBNAILS_PER_KEY: '40',
}
contract('contract of thumbnails over HTTP', () => settings, [thumbnailsContract])
