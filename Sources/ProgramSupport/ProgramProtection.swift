import CPlatform
import Glibc

/// What a program that handles secrets does before it reads the first of them.
package enum ProgramProtection {
  /// Occupies the standard descriptors, and keeps secrets out of core files and away from debuggers.
  package static func begin() {
    StandardDescriptors.occupy()
    forbidCoreFiles()
    // Nor must a debugger of the same user, or whoever reads /proc, find them in its memory.
    _ = lk_forbid_inspection()
  }

  /// A crash must not leave secrets in a file.
  private static func forbidCoreFiles() {
    var limit = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
  }
}
