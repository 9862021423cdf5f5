/// A number with its noun: "1 item", "2 items".
///
/// - Parameters:
///   - one: The singular.
///   - several: The plural. If nil, the plural is the singular with an "s".
package func counted(
  _ count: some BinaryInteger, _ one: String, _ several: String? = nil
) -> String {
  count == 1 ? "1 \(one)" : "\(count) \(several ?? one + "s")"
}
