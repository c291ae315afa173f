import { useState } from 'react'
import { initials } from '#lib/text.ts'

const sizes = {
  small: 'size-9 text-sm',
  large: 'size-20 text-2xl',
  huge: 'size-20 text-2xl sm:size-28 sm:text-4xl',
}

/** The background of initials: the same name has the same one everywhere. Written out, because Tailwind reads the source. */
const tints = ['bg-tint-1', 'bg-tint-2', 'bg-tint-3', 'bg-tint-4', 'bg-tint-5', 'bg-tint-6']
const tintOf = (name: string | null) =>
  tints[
    [...(name ?? '')].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 0) % tints.length
  ]

/** An uploaded picture has a smaller version beside it (features/pictures). */
const sourceOf = (image: string, size: keyof typeof sizes) =>
  image.startsWith('/pictures/') && size === 'small' ? image.replace('.webp', '-small.webp') : image

/**
 * A person's picture, or their initials if there is none, it fails to load, or its URL is not https (which the content
 * security policy blocks). Hidden from screen readers: the name is next to it.
 */
export function Avatar({
  name,
  image,
  size = 'small',
}: {
  name: string | null
  image?: string | null
  size?: keyof typeof sizes
}) {
  const frame = `avatar ${sizes[size]}`
  const [broken, setBroken] = useState<string>()
  if (/^(https:\/|\/pictures)\//.test(image ?? '') && image && image !== broken) {
    return (
      <img
        src={sourceOf(image, size)}
        // It may have failed to load before hydration.
        ref={(element) => {
          if (element?.complete && element.naturalWidth === 0) setBroken(image)
        }}
        onError={() => setBroken(image)}
        alt=""
        loading="lazy"
        decoding="async"
        referrerPolicy="no-referrer"
        className={`${frame} object-cover`}
      />
    )
  }
  return (
    <span aria-hidden="true" className={`${frame} ${tintOf(name)}`}>
      {initials(name)}
    </span>
  )
}
