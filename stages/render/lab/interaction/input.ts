import type { Protocol } from 'puppeteer-core'
import type { Device } from '#shared/operations/snapshot.ts'
import type { Tab } from '../../tab/tab.ts'
import type { InteractionPoint } from './page/interaction-point.ts'

/** Operates an element by trusted input events: a mouse click, or a tap on a handheld device, or keys. */
export async function operate(
  { cdp }: Tab,
  device: Device,
  { action, ...at }: InteractionPoint,
): Promise<void> {
  if (action === 'arrow_down') return press(cdp, { key: 'ArrowDown', windowsVirtualKeyCode: 40 })
  if (action === 'arrow_up') return press(cdp, { key: 'ArrowUp', windowsVirtualKeyCode: 38 })
  await (device === 'desktop' ? click(cdp, at) : tap(cdp, at))
  if (action === 'type') await press(cdp, { key: 'a', text: 'a', windowsVirtualKeyCode: 65 })
}

async function press(
  cdp: Tab['cdp'],
  key: Pick<Protocol.Input.DispatchKeyEventRequest, 'key' | 'text' | 'windowsVirtualKeyCode'>,
): Promise<void> {
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key })
  await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key, text: '' })
}

type Point = Pick<InteractionPoint, 'x' | 'y'>

async function click(cdp: Tab['cdp'], { x, y }: Point): Promise<void> {
  const mouse = { x, y, button: 'left', clickCount: 1 } as const
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y })
  await cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse })
  await cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse })
}

async function tap(cdp: Tab['cdp'], { x, y }: Point): Promise<void> {
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}
