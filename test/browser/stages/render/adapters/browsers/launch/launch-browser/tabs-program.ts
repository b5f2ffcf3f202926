import { openTestTabs } from '#test/support/browser/test-tabs.ts'

/** Opens browsers under the folder that it is given, says so when all are up, and stays. */
const tabs = await openTestTabs({ concurrency: 5, folder: process.argv[2] ?? '' })
while (tabs.stats().browsers < 2) await new Promise((resolve) => setTimeout(resolve, 20))
process.stdout.write('up\n')
setInterval(() => {}, 1000)
