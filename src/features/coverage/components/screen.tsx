import { Play } from 'lucide'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { languageName } from '#lib/language-name.ts'
import { hostOf } from '#lib/text.ts'
import type { TalkLink } from '../coverage.schemas.ts'
import { playerOf } from '../link.ts'
import { PlayFrame, usePlayer } from './play-here.tsx'
import { VideoPicture } from './video-picture.tsx'

/** The video of a talk: a drawn screen with the picture that is stored here, since one of its host would tell it who looks. */
export function Screen({ video, title }: { video: TalkLink; title: string }) {
  const player = playerOf(video.url)
  const { isPlaying, play, className } = usePlayer(video.id)
  if (isPlaying && player) return <PlayFrame player={player} title={title} />
  const host = hostOf(video.url)
  return (
    <section
      aria-label="Video"
      className="flex flex-wrap items-center gap-x-6 gap-y-3 rounded border-2 border-ink bg-ink p-4 text-paper sm:p-5"
    >
      {video.picture && <VideoPicture picture={video.picture} className="w-full sm:w-64" />}
      <div className="grid min-w-0 flex-[1_1_14rem] gap-y-3">
        <div className="flex items-center gap-4">
          <span className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-accent text-on-accent">
            <Icon icon={Play} className="size-5 fill-current" />
          </span>
          <p className="min-w-0 leading-snug">
            <strong className="block font-display text-lg">Watch the talk</strong>
            {host}
            {video.language && `, in ${languageName(video.language)}`}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <a
            href={video.url}
            rel="noopener nofollow"
            className="inline-flex min-h-10 items-center rounded border border-paper bg-paper px-4 font-semibold text-ink hover:opacity-85"
          >
            Watch on {host}
          </a>
          {player && (
            <Button className={`border-paper! ${className}`} onClick={play}>
              Play here
            </Button>
          )}
          {player && <small className={`basis-full ${className}`}>“Play here” loads {player.host}.</small>}
        </div>
      </div>
    </section>
  )
}
