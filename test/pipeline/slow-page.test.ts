import { openEmbeddedService } from './service-fixture.ts'
import { slowPageContract } from './slow-page.ts'

slowPageContract('embedded', openEmbeddedService)
