import CTidelineGLib
import FoundationEssentials
import Glibc
import PullToRefresh
import TidelineGtk

/// A look as a file that users can share: a GLib key file with the keys of ``RowKeys``.
package enum LookFile {
  /// The maximum size of a file in bytes. A look takes two or three thousand bytes.
  package static let byteLimit = 65_536
  private static let group = "Look"

  /// All faults of a file. A sentence about a value begins with the value's key.
  package struct Problem: Error { package let sentences: [String] }

  package static func text(of store: any LookStore) -> String {
    let file = g_key_file_new()
    defer { g_key_file_unref(file) }
    for key in RowKeys.all { g_key_file_set_string(file, group, key, store.value(key)) }
    return String(taking: g_key_file_to_data(file, nil, nil)) ?? ""
  }

  /// Reads a file of at most ``byteLimit`` bytes as UTF-8 text.
  package static func contents(_ path: String) throws(Problem) -> String {
    var status = stat()
    guard stat(path, &status) == 0, status.st_size <= byteLimit,
      let bytes = PrivateFile.contents(path), let text = String(validating: bytes, as: UTF8.self)
    else { throw Problem(sentences: [tr("The file cannot be read as a text of at most 64 kB.")]) }
    return text
  }

  /// The values in a file's text, by their keys.
  ///
  /// - Throws: all faults of the text.
  package static func look(in text: String) throws(Problem) -> [String: String] {
    guard let entries = entries(of: text) else {
      throw Problem(sentences: [tr("The file has no look in it.")])
    }
    let faults = entries.sorted { $0.key < $1.key }.compactMap { key, value in
      fault(of: key, value, entries).map { tr("%s: %s", with: key, $0) }
    }
    guard faults.isEmpty else { throw Problem(sentences: faults) }
    return entries
  }

  /// Applies a look. Values whose keys are not in it stay unchanged.
  package static func apply(_ look: [String: String], to store: any LookStore) {
    store.changeTogether { for (key, value) in look { store.set(value, for: key) } }
  }

  /// The keys and values of the look; nil if the text is no key file, or has no group `Look`.
  private static func entries(of text: String) -> [String: String]? {
    let file = g_key_file_new()
    defer { g_key_file_unref(file) }
    guard g_key_file_load_from_data(file, text, gsize(text.utf8.count), G_KEY_FILE_NONE, nil) != 0,
      let keys = g_key_file_get_keys(file, group, nil, nil)
    else { return nil }
    var entries: [String: String] = [:]
    for key in [String](taking: keys) {
      guard let value = String(taking: g_key_file_get_string(file, group, key, nil)) else {
        return nil
      }
      entries[key] = value
    }
    return entries
  }

  private static func fault(
    of key: String,
    _ value: String,
    _ entries: [String: String]
  ) -> String? {
    guard RowKeys.all.contains(key) else { return tr("not part of a look") }
    let isChoice =
      RowKeys.isSwitch(key)
      ? ["true", "false"].contains(value)
      : !key.hasSuffix("-indicator") || IndicatorChoice(rawValue: value) != nil
    guard isChoice else {
      return tr("“%s” is not one of the choices", with: value)
    }
    // If the file sets a style other than `picture`, the picture is not shown, and may be missing.
    let style = entries[key.replacing("-picture", with: "-indicator")]
    if key.hasSuffix("-picture"), let style, style != IndicatorChoice.picture.rawValue {
      return nil
    }
    return fault(of: key, value)
  }

  /// The reason why a text cannot be used for a key of the look, although the store accepts
  /// any text; nil if the text can be used. An empty text can always be used.
  static func fault(of key: String, _ text: String) -> String? {
    guard !text.isEmpty else { return nil }
    if key.hasSuffix("-color") {
      return Color(text) == nil ? tr("“%s” is not a color", with: text) : nil
    }
    if key.hasSuffix("-font") {
      // The size 0 stands for the theme's font size.
      let size = FontButton.size(of: text)
      let isUsable = size == 0 || (4...48).contains(size)
      return isUsable ? nil : tr("“%s” is not a font of 4 to 48 points", with: text)
    }
    if key == RowKeys.dateFormat {
      let example = LastUpdated.Format(stored: text).text(of: Date())
      return example == nil ? tr("“%s” is not a date format", with: text) : nil
    }
    guard key.hasSuffix("-picture") else { return nil }
    return switch PictureProblem.of(text)?.fault {
    case nil: nil
    case .noFile: tr("there is no file “%s”", with: text)
    case .noPicture: tr("“%s” is not a picture", with: text)
    case .tooLarge: tr("“%s” has more than 20 MB or 40 million pixels", with: text)
    }
  }
}
