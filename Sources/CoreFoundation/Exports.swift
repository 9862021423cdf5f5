// Built for installation only. `import CoreFoundation` finds the toolchain's C module otherwise, whose
// names are other types than those of `Security`: every one of them would be ambiguous.
@_exported public import Security
