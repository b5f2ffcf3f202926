import { politenessContract } from './politeness.ts'
import { embeddedStand } from './stand.ts'

politenessContract('one process, embedded', embeddedStand)
