import { useState } from 'react'
import { initials } from '#lib/text.ts'

const sizes = { small: 'size-9 text-sm', large: 'size-20 text-2xl' }

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
  const frame = `${sizes[size]} shrink-0 rounded-full border border-hairline`
  const [broken, setBroken] = useState<string>()
  if (image?.startsWith('https://') && image !== broken) {
    return (
      <img
        src={image}
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
    <span
      aria-hidden="true"
      className={`${frame} inline-flex items-center justify-center bg-wash font-display font-bold`}
    >
      {initials(name)}
    </span>
  )
}
