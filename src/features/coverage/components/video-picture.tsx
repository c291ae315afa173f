type Props = { picture: string; isSmall?: boolean; className?: string }

/** The picture of a video, from this site. Hidden from screen readers: the title is next to it. */
export const VideoPicture = ({ picture, isSmall = false, className = '' }: Props) => (
  <img
    src={isSmall ? picture.replace('.webp', '-small.webp') : picture}
    alt=""
    loading="lazy"
    decoding="async"
    width={isSmall ? 240 : 480}
    height={isSmall ? 135 : 270}
    className={`aspect-video shrink-0 rounded-sm bg-wash object-cover ${className}`}
  />
)
