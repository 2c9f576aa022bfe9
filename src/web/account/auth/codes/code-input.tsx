import { OTPInput } from 'input-otp'
import { useRef } from 'react'
import { CODE_LENGTH, CodeSlot, SlotGroups } from './code-slot.tsx'

/**
 * Renders the input under the six slots. It takes digits only, and a pasted or suggested code fills all of them
 * (OTP-02, OTP-13).
 */
export function CodeInput(props: {
  value: string
  onChange: (value: string) => void
  errorId?: string | undefined
}) {
  const { value, onChange, errorId } = props
  // The library selects the last digit of a full code, so that another digit would replace it.
  const isJustFull = useRef(false)

  function change(typed: string): void {
    const isOneMore = typed.length === value.length && typed.slice(0, -1) === value.slice(0, -1)
    if (isJustFull.current && isOneMore) return
    isJustFull.current = typed.length === CODE_LENGTH
    onChange(typed)
  }

  /** Lets the user overwrite the digit that has the focus. */
  function allowOverwriting(): void {
    isJustFull.current = false
  }

  return (
    <>
      {/* The library injects an inline style sheet, which the content security policy forbids, unless an
          element with this id exists. Its rules are in the shop's own style sheet instead. */}
      <span id="input-otp-style" hidden />
      <OTPInput
        id="code"
        name="code"
        maxLength={CODE_LENGTH}
        value={value}
        onChange={change}
        onPointerDown={allowOverwriting}
        onKeyDown={({ key }) => key.startsWith('Arrow') && allowOverwriting()}
        pattern="^\d+$"
        inputMode="numeric"
        autoComplete="one-time-code"
        // Codes are copied with spaces and dashes.
        pasteTransformer={(text) => text.replaceAll(/\D/g, '')}
        // Pages without scripts have no such field, so they need no fallback style.
        noScriptCSSFallback={null}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        render={({ slots }) => (
          <SlotGroups>
            {(place) => (
              <CodeSlot
                key={place}
                char={slots[place]?.char ?? undefined}
                isActive={slots[place]?.isActive ?? false}
                isWrong={errorId !== undefined}
              />
            )}
          </SlotGroups>
        )}
      />
    </>
  )
}
