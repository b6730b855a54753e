"""Single machine instructions for compiled functions, which Python has no words for.

Each is a function on whole numbers of 64 bits, and can be called in compiled functions only.
"""

from collections.abc import Callable
from typing import Any, cast

import numba
from llvmlite import ir
from numba.extending import intrinsic

from scoring.solver.memory import Memory

_NUMBER = numba.types.int64
_POINTER: Any = numba.types.CPointer(_NUMBER)  # type: ignore[no-untyped-call]
_BYTES = ir.IntType(8).as_pointer()
_NOT_FOR_ZERO = ir.Constant(ir.IntType(1), 1)
_TO_READ, _NEAREST, _DATA = (ir.Constant(ir.IntType(32), number) for number in (0, 3, 1))


def _of_one(build: Callable[[Any, Any], Any], result: Any) -> Any:
    """Return the function of one number that `build` writes down as instructions."""

    def typed(_typing: Any, _number: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return build(builder, arguments[0])

        return result(_NUMBER), generate

    return intrinsic(typed)


index_of = cast(
    Callable[[int], int],
    _of_one(lambda builder, bits: builder.cttz(bits, _NOT_FOR_ZERO), _NUMBER),
)
"""The index of the lowest bit of a number that is not 0."""

bits_in = cast(Callable[[int], int], _of_one(lambda builder, bits: builder.ctpop(bits), _NUMBER))
"""Number of bits that are set."""

zeros_above = cast(
    Callable[[int], int],
    _of_one(lambda builder, bits: builder.ctlz(bits, _NOT_FOR_ZERO), _NUMBER),
)
"""Number of the 64 bits above the highest that is set; not for 0."""

memory_at = cast(
    Callable[[int], Memory],
    _of_one(lambda builder, at: builder.inttoptr(at, ir.IntType(64).as_pointer()), _POINTER),
)
"""The memory at that address: handed on it costs one register, where an array costs seven."""


def _prefetch(_typing: Any, _memory: Any, _place: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        address = builder.bitcast(builder.gep(arguments[0], [arguments[1]]), _BYTES)
        given = [address, _TO_READ, _NEAREST, _DATA]
        kind = ir.FunctionType(ir.VoidType(), [argument.type for argument in given])
        builder.call(builder.module.declare_intrinsic("llvm.prefetch", [_BYTES], kind), given)
        return context.get_dummy_value()

    return numba.types.none(_POINTER, _NUMBER), generate


prefetch = cast(Callable[[Memory, int], None], intrinsic(_prefetch))
"""Say that this place of the memory will be read soon."""
