import Foundation
import LockTestSupport

extension TestKeychainClock {
  var date: Date { Date(timeIntervalSinceReferenceDate: now) }
}
