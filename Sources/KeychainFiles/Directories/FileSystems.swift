import CPlatform
import Glibc
package import KeychainModel

/// The file systems that several machines may share. A keychain on such a file system is refused. The raw value is the
/// magic number of statfs(2). A file system that is not listed is accepted.
///
/// SQLite's write-ahead log requires memory that all processes share, and locks that all processes obey. Neither of
/// these works between machines, so a keychain would be damaged without any error.
///
/// FUSE is accepted, although a network may be behind it (`sshfs`). All FUSE file systems have the same number, and
/// most of them are local, such as encrypted home directories and the overlays of rootless containers. The file systems
/// of virtual machines (9P, VirtualBox) are refused, because their host is another machine.
package enum SharedFileSystem: UInt32, CaseIterable, Sendable {
  case nfs = 0x6969
  case smb = 0x517B
  case cifs = 0xFF53_4D42
  case smb2 = 0xFE53_4D42
  case afs = 0x5346_414F
  case kernelAFS = 0x6B41_4653
  case coda = 0x7375_7245
  case ncp = 0x564C
  case plan9 = 0x0102_1997
  case ceph = 0x00C3_6400
  case gfs2 = 0x0116_1970
  case ocfs2 = 0x7461_636F
  case lustre = 0x0BD0_0BD0
  case gpfs = 0x4750_4653
  case beeGFS = 0x1983_0326
  case orangeFS = 0x2003_0528
  case virtualBox = 0x786F_4256

  /// The common name of the file system.
  package var name: String {
    switch self {
    case .nfs: "NFS"
    case .smb, .cifs, .smb2: "SMB"
    case .afs, .kernelAFS: "AFS"
    case .coda: "Coda"
    case .ncp: "NCP"
    case .plan9: "9P"
    case .ceph: "Ceph"
    case .gfs2: "GFS2"
    case .ocfs2: "OCFS2"
    case .lustre: "Lustre"
    case .gpfs: "GPFS"
    case .beeGFS: "BeeGFS"
    case .orangeFS: "OrangeFS"
    case .virtualBox: "VirtualBox"
    }
  }
}

/// The file systems that keep files in memory, so that the files are lost after a restart of the machine. The raw value
/// is the magic number of statfs(2). A file system that is stored on such a file system (an overlay, a loop device) is
/// not recognised.
package enum VolatileFileSystem: UInt32, Sendable {
  case tmpfs = 0x0102_1994
  case ramfs = 0x8584_58F6

  /// The file system of an open file; nil when it is not volatile.
  init?(of file: borrowing FileDescriptor, _ path: String) throws(KeychainError) {
    var magic: UInt32 = 0
    guard lk_file_system_magic(file.number, &magic) == 0 else {
      throw systemFailure("examine", path, errno, .reading)
    }
    guard let system = Self(rawValue: magic) else { return nil }
    self = system
  }
}

extension ProtectedDirectory {
  /// Whether the content of the folder is lost after a restart of the machine.
  ///
  /// - Throws: `.inputOutput`, `.notAvailable` when the system call fails.
  package func isInMemory() throws(KeychainError) -> Bool {
    try VolatileFileSystem(of: reopen(), path) != nil
  }
}
