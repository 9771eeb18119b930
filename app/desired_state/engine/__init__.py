"""What the center has, the steps that change it, and how they are carried out, for three front ends: files, imports,
drift. They compare a wanted state with `state.CenterState`, which `center_reader` reads, and plan `steps`.

`execution.carry_out` makes the steps in order, in the caller's transaction and in the name of a user. Grants are
checked here; whether the user may administer was checked by the front end before the revision was locked. The `Mandate`
says whether what exists is changed or kept, and what a refusal does. It knows no files and no mappings.
"""
