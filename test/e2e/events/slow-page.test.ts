import { openEmbeddedService } from '#test/support/service/service-fixture.ts'
import { slowPageContract } from './slow-page.ts'

slowPageContract('embedded', openEmbeddedService)
