// own service: a target gets half a second
import { openEmbeddedService } from '#test/support/service/service-fixture.ts'
import { contract } from './contract.ts'
import { timeLimitsContract } from './time-limits.ts'

const open = () => openEmbeddedService({ FETCH_TIMEOUT_MS: '500' })
contract('contract over HTTP, with a short time limit of a target', open, [timeLimitsContract])
