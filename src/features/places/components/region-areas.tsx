import { PlainLink } from '#components/layout/plain-link.tsx'
import { onWorld, regions } from '#features/gazetteer/projection.ts'

const kilometresOfDegree = 111.2

/** On a phone, where dots are too small for a finger: each continent of the world is a link, the smaller above the larger. */
export const RegionAreas = () =>
  regions
    .toSorted((one, other) => other.window.kilometres - one.window.kilometres)
    .map(({ slug, window: { latitude, longitude, kilometres } }) => {
      const degrees = kilometres / kilometresOfDegree
      const [, top] = onWorld({ latitude: Math.min(latitude + degrees, 84), longitude })
      const [, bottom] = onWorld({ latitude: Math.max(latitude - degrees, -84), longitude })
      const width = degrees / Math.cos((latitude * Math.PI) / 180)
      const [west] = onWorld({ latitude, longitude: Math.max(longitude - width, -168) })
      const [east] = onWorld({ latitude, longitude: Math.min(longitude + width, 190) })
      return (
        <PlainLink key={slug} to="/places/$region" params={{ region: slug }} tabIndex={-1} className="area">
          <rect
            x={Math.round(west)}
            y={Math.round(top)}
            width={Math.round(east - west)}
            height={Math.round(bottom - top)}
          />
        </PlainLink>
      )
    })
