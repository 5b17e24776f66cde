/** `make`, done once for each subject as long as somebody holds it: for what follows from a subject that never changes. */
export function onceFor<Subject extends object, Made>(
  make: (subject: Subject) => Made,
): (subject: Subject) => Made {
  const made = new WeakMap<Subject, { readonly value: Made }>();
  return (subject) => {
    const known = made.get(subject) ?? { value: make(subject) };
    made.set(subject, known);
    return known.value;
  };
}
