/** `make`, done once, when it is first asked for. */
export function once<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

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

/** The same for each name, for as long as anybody asks. */
export function onceForEach<Name extends string, Made>(make: (name: Name) => Made): (name: Name) => Made {
  const made = new Map<Name, { readonly value: Made }>();
  return (name) => {
    const known = made.get(name) ?? { value: make(name) };
    made.set(name, known);
    return known.value;
  };
}
