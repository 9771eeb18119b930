"""What the center has, the steps that change it, and how they are carried out, for three front ends: files, imports,
drift. They compare a wish with `state.CenterState`, which `center_reader` reads, and plan `steps`.

`execution.carry_out` makes the steps in order, in the caller's transaction and as the user who asked: the domain judges
grants and states, the front end has judged who may administer, before the lock. Its `Mandate` says whether what exists
is changed or kept, and what a refusal does. It may use `rights` and below, and knows no files or mappings.
"""
