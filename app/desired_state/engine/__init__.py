"""The engine: what the center has, the steps that change it, and how they are carried out. Files, imports and drift are
front ends: they compare a wish with `state.CenterState` (read by `center_reader`) and plan `steps`.

`execution.carry_out` makes steps in order, in the caller's transaction and in the name of a user, whose rights the
domain checks for each step; what a rule does not check there is judged before the lock. The front end's `Mandate` says
whether what exists is changed or kept, and what a refusal does: it may end everything, or be noted.

It may use `brokers`, `rights` and all below. It must not know files or mappings.
"""
