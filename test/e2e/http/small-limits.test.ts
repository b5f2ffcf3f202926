// own service: its queue is short, it holds callers briefly, and it renders small pages only
import { openEmbeddedService } from '#test/support/service/service-fixture.ts'
import { contract } from './contract.ts'
import { smallLimitsContract } from './small-limits.ts'

const settings = { QUEUE_LIMIT: '3', ANSWER_TIMEOUT_MS: '300', RENDER_MAX_PAGE_MB: '1' }
contract('contract over HTTP, with small limits', () => openEmbeddedService(settings), [smallLimitsContract])
