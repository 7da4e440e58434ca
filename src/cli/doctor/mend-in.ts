/** Adapters say a problem and its mend in one sentence: "…; mend: apt-get install …". */
export function mendIn(sentence: string): { readonly what: string; readonly mend: string | null } {
  const parts = /^(.+?); mend: (.+)$/s.exec(sentence);
  return { what: parts?.[1] ?? sentence, mend: parts?.[2] ?? null };
}
