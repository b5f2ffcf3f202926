import { imageFinding } from '../advice/findings.ts'
import type { Tip } from '../advice/tip.ts'

export const imagesAnimatedGif: Tip = {
  id: 'images-animated-gif',
  title: 'Animated GIF',
  effort: 'medium',
  when: 'a GIF has more than 100 KiB',
  learnMore: 'https://web.dev/articles/replace-gifs-with-videos',
  find: (facts) =>
    imageFinding(
      facts,
      'animated_gif',
      ['animated GIF', 'animated GIFs'],
      'Use a muted, looping video instead',
    ),
}
