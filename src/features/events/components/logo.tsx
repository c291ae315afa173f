import { useState } from 'react'

/** A conference's logo; an empty frame until there is one that loads. Hidden from screen readers: the name is next to it. */
export function Logo({ url }: { url: string | null }) {
  const [broken, setBroken] = useState<string>()
  const frame = 'size-20 shrink-0 rounded border border-hairline bg-sheet sm:size-27'
  if (!url || url === broken || !/^(https:\/|\/pictures)\//.test(url))
    return <span aria-hidden="true" className={frame} />
  return (
    <img
      src={url}
      // It may have failed to load before hydration.
      ref={(element) => {
        if (element?.complete && element.naturalWidth === 0) setBroken(url)
      }}
      onError={() => setBroken(url)}
      alt=""
      decoding="async"
      referrerPolicy="no-referrer"
      className={`${frame} object-contain`}
    />
  )
}
