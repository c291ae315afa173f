import { useState } from 'react'
import { initials } from '#lib/text.ts'

const sizes = { small: 'size-9 text-sm', large: 'size-20 text-2xl' }

/**
 * The picture of a person, or their initials where there is none, where it can't be had, and where it is not served by
 * https (the content policy forbids it). The name stands beside it, so it is not read out.
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
        // It may have failed before the page's script was there to hear of it.
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
