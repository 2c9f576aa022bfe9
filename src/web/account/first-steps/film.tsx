/** The film of the vendor's first step; `scripts/film.ts` makes it. Nothing of it is fetched before somebody wants to see it. */
export function Film() {
  return (
    <video
      controls
      playsInline
      preload="none"
      poster="/films/first-steps.webp"
      width={1280}
      height={720}
      aria-label="Film: from finding a piece to following its order"
      className="aspect-video w-full bg-stone object-cover"
    >
      <source src="/films/first-steps.mp4" type="video/mp4" />
      <track kind="captions" src="/films/first-steps.vtt" srcLang="en" label="English" default />
      <a href="/films/first-steps.mp4">See the film</a>
    </video>
  )
}
