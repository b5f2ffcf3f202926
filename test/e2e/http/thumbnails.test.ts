import { contract } from './contract.ts'
import { thumbnailsContract } from './thumbnails.ts'

const settings = { EGRESS_ALLOW: '127.0.0.0/8:*', THUMBNAIL_TIMEOUT_MS: '4000', THUMBNAIL_WAITING: '8' }
contract('contract of thumbnails over HTTP', () => settings, [thumbnailsContract])
