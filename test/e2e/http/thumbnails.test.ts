// own service: its fetch stage makes few thumbnails at a time
import { withConstants } from '#test/support/service/constants/with-constants.ts'
import { openEmbeddedService } from '#test/support/service/service-fixture.ts'
import { contract } from './contract.ts'
import { thumbnailsContract } from './thumbnails.ts'

/** The turns of the fetch stage, not those of the key, are what fills up. */
const command = withConstants({
  'stages/fetch/images/image-lookups.ts': { MAX_WAITING_THUMBNAILS: 8 },
  'gateway/access/key-turns.ts': { THUMBNAILS_PER_KEY: 40 },
})
contract('contract of thumbnails over HTTP', () => openEmbeddedService({}, { command }), [thumbnailsContract])
