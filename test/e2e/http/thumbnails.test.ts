// own service: its fetch stage makes few thumbnails at a time
import { openEmbeddedService } from '#test/support/service/service-fixture.ts'
import { contract } from './contract.ts'
import { thumbnailsContract } from './thumbnails.ts'

/** The turns of the fetch stage, not those of the key, are what fills up. */
const settings = {
  THUMBNAIL_TIMEOUT_MS: '8000',
  THUMBNAIL_WAITING: '8',
  THUMBNAILS_PER_KEY: '40',
}
contract('contract of thumbnails over HTTP', () => openEmbeddedService(settings), [thumbnailsContract])
