import { slowPageContract } from './slow-page.ts'
import { embeddedStand } from './stand.ts'

slowPageContract('embedded', embeddedStand)
