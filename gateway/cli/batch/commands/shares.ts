import { printable } from '../../printable.ts'
import { type Command, unlessInterrupted } from '../command.ts'
import { readCommandLine } from '../command-line.ts'
import { writeToOutput } from '../results/result-writer.ts'
import { brandingOptions, brandingUsage, readBranding } from './branding.ts'

const A_BATCH = { positionalName: 'the id of a batch', maxPositionals: 1 }

export const share: Command = {
  usage: `npm run -s batch -- share <id> [--days <n>] [--compare <id>] [--title <text>] [--client <text>] [--logo <file>]
  Prints a URL that shows the report on the site of a batch to whoever has it, without a key. With ?format=pdf it is a PDF.
  --days <n>           days until it expires, from 1 to 90; default: 30
  --compare <id>       an earlier batch: what is new, fixed and unchanged since
${brandingUsage}
Examples
  npm run -s batch -- share <id>
  npm run -s batch -- share <id> --days 7 --title "Audit of spring" --client "Example Ltd" --logo logo.svg`,
  parse(args) {
    const line = readCommandLine(args, {
      ...A_BATCH,
      texts: ['compare', ...brandingOptions],
      numbers: ['days'],
    })
    const [id = ''] = line.positionals
    const [days, compare, branding] = [line.number('days'), line.text('compare'), readBranding(line)]
    const choice = { ...(days !== null && { days }), ...(compare !== null && { compare }) }
    return async ({ service, signal, folder, display, stdout }) => {
      await unlessInterrupted(signal, 'It is not known whether the report is shared', async () => {
        const made = await service.share(id, { ...choice, ...(await branding(folder)) })
        await writeToOutput(stdout, `${printable(made.url)}\n`)
        display.note(`It expires at ${made.expires_at}; unshare ${id} ${made.id} ends it`)
      })
      return 0
    }
  },
}

export const shares: Command = {
  usage: `npm run -s batch -- shares <id>
  Lists the shares of the report of a batch, oldest first: id, when it expires, title and client. It cannot show their URLs.`,
  parse(args) {
    const [id = ''] = readCommandLine(args, A_BATCH).positionals
    return async ({ service, signal, stdout }) => {
      await unlessInterrupted(signal, 'The list is not complete', async () => {
        for (const { id: shareId, expires_at, title, client } of await service.shares(id)) {
          const names = [title, client].filter((name) => name !== null).map(printable)
          await writeToOutput(stdout, `${[shareId, expires_at, ...names].join('  ')}\n`)
        }
      })
      return 0
    }
  },
}

export const unshare: Command = {
  usage: `npm run -s batch -- unshare <id> <share>
  Ends a share of the report of a batch: its URL shows nothing any more. shares <id> lists the shares.`,
  parse(args) {
    const syntax = { positionalName: 'the id of a batch and the id of a share', maxPositionals: 2 }
    const [id = '', shareId = ''] = readCommandLine(args, syntax).positionals
    return async ({ service, signal, display }) => {
      await unlessInterrupted(signal, 'It is not known whether the share has ended', async () => {
        await service.unshare(id, shareId)
        display.note('The share has ended')
      })
      return 0
    }
  },
}
