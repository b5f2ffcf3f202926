import { politenessContract } from './politeness.ts'
import { openEmbeddedService } from './service-fixture.ts'

politenessContract('one process, embedded', openEmbeddedService)
