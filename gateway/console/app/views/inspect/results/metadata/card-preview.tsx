import { PageImage } from '../../../../ui/page/page-image.tsx'
import type { Card } from './cards.ts'

/** Width in pixels in which a card's picture is asked for. */
const LARGE = 520
const SMALL = 140

/** A page as a social network draws it when somebody shares its address. */
export function CardPreview({ name, card }: { name: string; card: Card }) {
  const isLarge = card.layout === 'large'
  return (
    <figure class="stack">
      <figcaption>
        <h3>{name}</h3>
      </figcaption>
      <div class={`card card-${card.layout}`}>
        {card.image === null ? (
          <p class="no-picture small">No image</p>
        ) : (
          <PageImage url={card.image} width={isLarge ? LARGE : SMALL} alt="" class="card-picture" />
        )}
        <div class="card-text">
          <p class="small">
            <bdi>{card.host}</bdi>
          </p>
          <p class="card-title">
            <bdi>{card.title || 'No title'}</bdi>
          </p>
          <p class="card-description">
            <bdi>{card.description}</bdi>
          </p>
        </div>
      </div>
    </figure>
  )
}
