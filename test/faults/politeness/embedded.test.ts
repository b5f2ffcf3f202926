import { openEmbeddedService } from '#test/support/service/service-fixture.ts'
import { politenessContract } from './politeness.ts'

politenessContract('one process, embedded', openEmbeddedService)
