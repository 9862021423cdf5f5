/// Which part of a key there is. The raw values are the numbers that `kSecAttrKeyClass` spells.
package enum KeyClass: Int64, Sendable, CaseIterable, Hashable {
  case `public` = 0
  case `private` = 1
  case symmetric = 2
}
